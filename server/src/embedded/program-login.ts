import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { replaceSecret } from '../storage/secret-file.ts'

/** The program's login in the embedded PostgreSQL: it owns nothing, and may do what bank_app may. */
export const programUser = 'bank_program'

/** In the data folder, for commands that join a running bank. */
const passwordFile = 'postgres-program-password'

/**
 * The password of the program's login. The owner of the server makes a new one at each start; a command that joins reads
 * it, or makes one where no start has done so. `session` is the cluster's superuser.
 */
export async function openProgramLogin(
  session: pg.Client,
  dataDir: string,
  { isOwner, database }: { isOwner: boolean; database: string },
): Promise<string> {
  // While the owner replaces the password, a command waits instead of reading half of the change.
  await session.query('select pg_advisory_lock(7310579, 3)')
  try {
    if (!isOwner && (await isLoginMade(session, dataDir)))
      return readFileSync(join(dataDir, passwordFile), 'utf8').trim()
    return await renewLogin(session, dataDir, database)
  } finally {
    await session.query('select pg_advisory_unlock(7310579, 3)')
  }
}

async function isLoginMade(session: pg.Client, dataDir: string): Promise<boolean> {
  const { rowCount } = await session.query('select from pg_roles where rolname = $1', [programUser])
  return rowCount === 1 && existsSync(join(dataDir, passwordFile))
}

async function renewLogin(session: pg.Client, dataDir: string, database: string): Promise<string> {
  // The migrations make bank_app, too; this is for the first start, before them.
  await session.query(`
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'bank_app') then
        create role bank_app nologin;
      end if;
      if not exists (select from pg_roles where rolname = '${programUser}') then
        create role ${programUser} login;
      end if;
    end
    $$`)
  const password = replaceSecret(dataDir, passwordFile)
  await session.query(
    `alter role ${programUser} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password '${password}'`,
  )
  await session.query(`grant bank_app to ${programUser}`)
  // The bank uses no temporary tables, and only the owner's login needs the other databases.
  await session.query(`revoke temporary on database ${database} from public`)
  await session.query('revoke connect on database postgres, template1 from public')
  return password
}
