-- Administrators find users by name and account number too, list them by state, and sort them by name.

-- What a name is found and sorted by: lower case without accents, so that "joao" finds "João". Most names are ASCII, which is
-- the fast case. Four letters have no accent that could be taken off; the accents are deleted.
create function folded(whole text) returns text language sql immutable strict parallel safe cost 500 as $$
  select case
           when octet_length(whole) = char_length(whole) then lower(whole)
           else translate(
             lower(normalize(whole, NFKD)),
             'łøđı' || U&'\0300\0301\0302\0303\0304\0306\0307\0308\0309\030A\030B\030C\030F\0311\031B\0323\0324\0325\0326\0327\0328\032D\032E\0330\0331',
             'lodi')
         end
$$;
comment on function folded is 'A name in lower case and without accents.';

-- It takes about a hundred times as long as the planner's default cost says.
alter function pieces_of(text) cost 10000;

create index users_by_name_pieces on users using gin (pieces_of(folded(name))) with (fastupdate = off);
create index users_by_folded_name on users (folded(name) collate "C", id);

-- The last digits of an account number, as customers say them on the telephone. The index of the column has the first ones.
create index accounts_by_last_digits on accounts (reverse(number));

-- All accounts, and those of each of the two smaller states, by age.
create index accounts_by_age on accounts (opened_at, user_id);
create index accounts_waiting on accounts (opened_at, user_id) where not is_active and activated_at is null;
create index accounts_deactivated on accounts (opened_at, user_id) where not is_active and activated_at is not null;
