import type pg from 'pg'
import { bankTypes } from './bank-types.ts'

/** How to connect to a PostgreSQL database, in the form of `pg`. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>

/** The options of a connection to this address, with the bank's types and the given server settings. */
export function connectionTo(address: DatabaseAddress, settings: Record<string, string>): pg.ClientConfig {
  const own = startupOptions({ TimeZone: 'UTC', ...settings })
  return { keepAlive: true, application_name: 'truepenny', types: bankTypes, ...withOptions(address, own) }
}

/** In `pg`, the `options` of a connection string replace these, so both are joined there. */
function withOptions(address: DatabaseAddress, own: string): pg.ClientConfig {
  if (address.connectionString === undefined) return { ...address, options: own }
  const url = new URL(address.connectionString)
  const given = url.searchParams.get('options')
  url.searchParams.delete('options')
  return { ...address, connectionString: url.href, options: given === null ? own : `${given} ${own}` }
}

/** Server settings as the `options` of a connection. */
export function startupOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
