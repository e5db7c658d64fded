-- What each background job did last, so that every process and the administrators' overview know it (server/src/jobs/).

create table job_reports (
  -- Such as `send-mail`. A job that no process runs any more loses its row at the next start of a process.
  name          text         primary key,
  -- When its last successful round ended. Stored within a second when a job begins to succeed or to fail, and otherwise once a
  -- minute, for all jobs together: a job without work ends a round each second.
  succeeded_at  timestamptz,
  -- When its last failed round ended, and why it failed. The job fails while this is later than its last success. The later of the
  -- two is its last run.
  failed_at     timestamptz,
  error         text,
  -- How long its last round took.
  milliseconds  integer      check (milliseconds >= 0),
  -- After this moment the job is late: in no process has another round ended.
  late_at       timestamptz  not null,
  check ((failed_at is null) = (error is null)),
  check ((coalesce(succeeded_at, failed_at) is null) = (milliseconds is null))
);
comment on table job_reports is
  'What each background job did last, from all processes together. What is not known yet is null.';

do $$
begin
  if exists (select from pg_roles where rolname = 'bank_app') then
    grant select, insert, update, delete on job_reports to bank_app;
  end if;
end
$$;
