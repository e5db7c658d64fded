-- Filled anew to learn whether the database can grow, while commits fail (server/src/postgres/try-to-grow.ts).

create table growth_probe (
  number  integer  not null
);
comment on table growth_probe is 'Rows without meaning. A full disk refuses them.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, truncate on growth_probe to bank_app;
  end if;
end
$$;
