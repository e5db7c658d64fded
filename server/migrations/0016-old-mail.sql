-- Old mail and old reset links are cleared away.

create index outgoing_mail_by_time on outgoing_mail (created_at);
create index password_resets_by_time on password_resets (asked_at);
-- Whether a link that is to go still stands in a mail.
create index outgoing_mail_of_a_reset on outgoing_mail (password_reset_id) where password_reset_id is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant delete on outgoing_mail, password_resets to bank_app;
  end if;
end
$$;
