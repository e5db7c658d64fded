import { onOneConnection } from './connect-once.ts'
import type { DatabaseAddress } from './database-address.ts'
import { checkEngine } from './engine.ts'

/** What the bank uses where the server has it, found out once, when the program starts. */
export type ServerFeatures = {
  /** The names of its settings, in lower case. An unknown one in the options of a connection ends the connection. */
  readonly settings: ReadonlySet<string>
  /** True when it tells whether a transaction was committed, by the transaction's id. */
  readonly readsOutcomes: boolean
  /** True when a session can hold advisory locks. */
  readonly locksSessions: boolean
}

/** The role to use, and warnings about settings that work and are weak. */
type ServerCheck = { readonly role: string | undefined; readonly warnings: readonly string[] }

/** The settings that the server knows. The others only make another engine slower. */
export function knownSettings(
  { settings }: ServerFeatures,
  wanted: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => settings.has(name.toLowerCase())))
}

/**
 * Checks the server before the bank uses it. Throws a one-line error when it is an engine on which the bank does not run, is
 * older than PostgreSQL 15, is read-only, or acknowledges commits that a power cut would lose (`allowsDataLoss` allows the last,
 * for tests).
 */
export async function checkServer(
  address: DatabaseAddress,
  { allowsDataLoss }: { allowsDataLoss: boolean },
): Promise<ServerCheck & { readonly server: ServerFeatures }> {
  return onOneConnection(address, async (client) => {
    const { engine, warnings } = await checkEngine(client)
    const { rows } = await client.query<ServerFacts>(`
      select current_setting('server_version_num')::int            as version,
             current_setting('server_version')                     as version_name,
             pg_is_in_recovery()                                    as is_replica,
             current_setting('fsync')                              as fsync,
             current_setting('synchronous_commit')                 as synchronous_commit,
             current_setting('full_page_writes')                   as full_page_writes,
             current_setting('data_checksums', true)               as data_checksums,
             current_setting('server_encoding')                    as encoding,
             -- A role that was made after the migrations has no rights on the tables and cannot be used.
             (select pg_has_role(current_user, oid, 'member')
                     and (to_regclass('postings') is null or has_table_privilege(oid, to_regclass('postings'), 'insert'))
                from pg_roles
               where rolname = 'bank_app') as may_be_bank_app,
             (select rolsuper from pg_roles where rolname = current_user)
             or exists (select from pg_class
                         where oid = to_regclass('postings') and pg_has_role(current_user, relowner, 'member')) as is_owner,
             has_table_privilege(to_regclass('postings'), 'insert')              as may_post,
             array(select lower(name) from pg_settings)                          as settings`)
    const facts = rows[0]!
    const check = assess(facts, allowsDataLoss)
    return {
      role: check.role,
      warnings: [...warnings, ...check.warnings],
      // The ids of other engines' transactions cannot be asked for without an error, or at all.
      server: {
        settings: new Set(facts.settings),
        readsOutcomes: engine === 'PostgreSQL',
        locksSessions: engine === 'PostgreSQL',
      },
    }
  })
}

type ServerFacts = {
  version: number
  version_name: string
  is_replica: boolean
  fsync: string
  synchronous_commit: string
  full_page_writes: string
  data_checksums: string | null
  encoding: string
  may_be_bank_app: boolean | null
  /** A superuser, or the owner of the tables or a member of it. */
  is_owner: boolean
  /** Null while there are no tables. */
  may_post: boolean | null
  settings: string[]
}

function assess(facts: ServerFacts, allowsDataLoss: boolean): ServerCheck {
  if (facts.version < 150_000) {
    throw new Error(`The database is PostgreSQL ${facts.version_name}; the bank needs 15 or newer.`)
  }
  if (facts.is_replica) throw new Error('The database is a read-only replica; the bank needs the primary.')
  if (facts.encoding !== 'UTF8')
    throw new Error(`The database is encoded in ${facts.encoding}; the bank needs UTF8.`)
  for (const name of ['fsync', 'synchronous_commit'] as const) {
    if (facts[name] === 'off' && !allowsDataLoss) {
      throw new Error(
        `The database runs with ${name} off and would lose acknowledged money in a crash: turn it on.`,
      )
    }
  }
  if (facts.may_be_bank_app !== true && facts.may_post === false) {
    throw new Error(
      "The program's database user has no rights on the bank's tables: grant bank_app to it (docs/deployment.md).",
    )
  }
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(`Warning: ${message}`)
  if (facts.full_page_writes === 'off' && !allowsDataLoss)
    warn('the database runs with full_page_writes off; a power cut may tear pages.')
  if (facts.data_checksums === 'off')
    warn('the database has no data checksums; a failing disk may go unnoticed.')
  if (facts.may_be_bank_app !== true) {
    warn(
      'the database role bank_app could not be created or used; only triggers protect the books from being edited.',
    )
  }
  if (facts.is_owner) {
    warn(
      "the program's database user is a superuser or owns the tables and could remove their protection: give the program another user, and set DATABASE_OWNER_URL (docs/deployment.md).",
    )
  }
  return { role: facts.may_be_bank_app === true ? 'bank_app' : undefined, warnings }
}
