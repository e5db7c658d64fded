-- Freeze: the customer stops every instruction of their own at once. Kept on the main account, and changed under the locks of all
-- accounts of its owner, like their standing: money still arrives.
--
-- A process of the version before does not know it. Stop it before customers freeze their payments.
set local lock_timeout = '5s';
alter table accounts add column frozen_at timestamptz;
comment on column accounts.frozen_at is 'Of a main account: since when its owner has stopped their own instructions; null while they have not.';
