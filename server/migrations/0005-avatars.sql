-- Customers' pictures, as the bank has drawn them anew.

create table avatars (
  user_id     uuid        primary key references users (id),
  -- Square, without anything that stood beside the picture: no place, no name, no camera.
  bytes       bytea       not null check (octet_length(bytes) between 1 and 2 * 1024 * 1024),
  type        text        not null check (type = 'image/webp'),
  -- SHA-256 of the bytes in hexadecimal digits: the picture's address.
  sha         text        not null check (sha ~ '^[0-9a-f]{64}$'),
  created_at  timestamptz not null
);
comment on table avatars is 'The picture of each customer who has one; users.avatar is its address.';
create index avatars_by_address on avatars (sha);
-- The picture is as small as it gets: trying to shrink it further is work for nothing.
alter table avatars alter column bytes set storage external;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on avatars to bank_app;
  end if;
end
$$;
