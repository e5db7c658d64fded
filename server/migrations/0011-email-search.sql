-- Finding users by any part of their e-mail. PostgreSQL has an extension for it (pg_trgm), but a bank's own server may not:
-- this index is made of what every PostgreSQL has.

-- Every piece of one, two or three characters: an e-mail that contains "bru" has the piece "bru", and every longer text
-- is made of such pieces.
create function pieces_of(whole text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(whole, start, size))
    from generate_series(1, 3) as size, generate_series(1, char_length(whole) - size + 1) as start
$$;
comment on function pieces_of is 'What the search for an e-mail is looked up by: its pieces of up to three characters.';

-- Without a list of pieces still to be sorted in, which every search would have to read through.
create index users_by_email_pieces on users using gin (pieces_of(email)) with (fastupdate = off);

-- The few among the many: who of the administrators has an active account.
create index users_administrators on users (id) where role = 'administrator';
