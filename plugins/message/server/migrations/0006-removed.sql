-- What readers took out of their lists, few of all that they read: a list asked for the mark of each of its messages to know that it is there. Written when somebody
-- takes one out.
create index mark_removed_idx on message.mark (user_id, item_id, release_no) where removed_at is not null;
