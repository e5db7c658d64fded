#!/bin/sh
# Runs once, when the container of PostgreSQL creates its database: the two logins of docs/deployment.md, "Two logins".
set -eu

psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=owner_password="$(cat /run/secrets/owner-password)" \
  --set=program_password="$(cat /run/secrets/program-password)" <<'SQL'
create role bank_app nologin;
create role bank_owner login password :'owner_password';
create role bank_program login password :'program_password';
create database bank owner bank_owner;
revoke connect, temporary on database bank from public;
grant connect on database bank to bank_program;
grant bank_app to bank_owner, bank_program;
SQL
