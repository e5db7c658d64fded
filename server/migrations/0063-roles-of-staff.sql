-- Staff work in roles, each with its rights, and a role may end by time. Today's administrators have the role of an administrator,
-- without an end.
set local lock_timeout = '5s';

alter table users
  drop constraint users_role_check,
  drop constraint administrators_chose_their_secrets,
  -- When the role ends, and the user is a customer again; null for one without an end.
  add column role_until timestamptz,
  add constraint users_role_check check (
    role in ('customer', 'support', 'operations', 'treasury', 'auditor', 'administrator')
  ),
  add constraint roles_of_staff_end check (role_until is null or role <> 'customer'),
  -- Other staff know a temporary password: its user cannot work for the bank before it is replaced.
  add constraint staff_chose_their_secrets check (
    role = 'customer' or (password_temporary_until is null and pin_temporary_until is null)
  );
comment on table users is 'Anyone who can sign in. The role is additive: a member of staff is also a customer.';
comment on column users.role_until is 'When the role ends by itself; null for one without an end. A job then stores customer.';

drop index users_administrators;
create index users_staff on users (role) where role <> 'customer';
create index users_whose_role_ends on users (role_until) where role_until is not null;
