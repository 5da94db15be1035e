-- Files that arrive in parts. The parts lie on the disk below the folder that is named here; nobody can fetch them.
create table core.part_upload (
  -- SHA-256 of person and identifier, hexadecimal
  id text primary key,
  user_id text not null references core.user_account (id) on delete cascade,
  total_parts integer not null check (total_parts > 0),
  folder text not null,
  -- What was made of the parts: asked for once more, the same file is answered for a while. No reference: it may be removed meanwhile.
  file_id text,
  -- On the steady line.
  touched_at timestamptz not null
);
create index part_upload_user_idx on core.part_upload (user_id);
create index part_upload_touched_idx on core.part_upload (touched_at);
