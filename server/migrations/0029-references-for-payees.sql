-- A customer may write a short text for the payee with a transfer. It moves no money and is not sealed, so it has a table of
-- its own: a transfer without one writes nothing here, and a process of the version before needs not know the table.

create table payee_references (
  transaction_id  uuid  primary key references transactions (id),
  -- One line of at most 35 characters (code points), as the sender wrote it for the payee.
  reference       text  not null check (char_length(reference) between 1 and 35 and reference !~ '[[:cntrl:]]')
);
comment on table payee_references is
  'What the sender of a transfer wrote for the payee. Inside the bank, both sides read it in details, statements and receipts.';

-- A statement printed today prints the same next year, and a retry is compared with what was written first.
create trigger payee_references_are_written_once before update or delete or truncate on payee_references
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert on payee_references to bank_app;
  end if;
end
$$;
