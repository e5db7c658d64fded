-- A password and a PIN that an administrator typed for a new user are temporary, and it is kept who created a user.

alter table users
  -- Set while the password is the one staff typed: until then it opens a session, in which it must be replaced. Null when
  -- the user chose it.
  add column password_temporary_until timestamptz,
  -- The same for the transaction PIN. On this table and not on `pins`, because every request reads it with the session.
  add column pin_temporary_until timestamptz,
  -- The administrator who created the user; null for a user who registered.
  add column created_by uuid references users (id),
  -- Staff know a temporary password: its user cannot become an administrator before it is replaced.
  add constraint administrators_chose_their_secrets check (
    role <> 'administrator' or (password_temporary_until is null and pin_temporary_until is null)
  );

-- Users from before this migration: the audit log says who created them. Their passwords and PINs are not temporary.
update users u
   set created_by = creator.id
  from audit_events e
  join users creator on creator.id = e.actor_id
 where e.action = 'user_created' and e.target = u.id::text;
