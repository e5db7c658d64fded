-- An address that may be a stranger's gets three mails a day: each new mail to it counts the recent ones.
create index outgoing_mail_to_a_recipient on outgoing_mail (recipient, created_at);
