-- The draft of the mailbox that a letter goes on with: it goes once the letter is sent, or lies there anew.
alter table mail.letter add column draft_of varchar(1200) not null default '';
