-- What the administrators' overview shows: the last check of the books, and mail that was given up.

create table books_checks (
  id            bigint      generated always as identity primary key,
  started_at    timestamptz not null,
  finished_at   timestamptz not null,
  -- The violated invariant, and the first wrong row; null when the books are in order.
  invariant     text,
  fault         text,
  -- How many rows were read before the end or the fault.
  transactions  bigint      not null check (transactions >= 0),
  entries       bigint      not null check (entries >= 0),
  check (finished_at >= started_at),
  check ((invariant is null) = (fault is null))
);
comment on table books_checks is 'Each run of check-books with its result.';
create trigger books_checks_are_written_once before update or delete or truncate on books_checks
  for each statement execute function refuse_change();

create index outgoing_mail_given_up on outgoing_mail (given_up_at) where given_up_at is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on books_checks to bank_app;
  end if;
end
$$;
