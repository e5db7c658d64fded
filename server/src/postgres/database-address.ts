import type pg from 'pg'
import { bankTypes } from './bank-types.ts'

/** Where PostgreSQL is: what `pg` needs to reach it. */
export type DatabasePlace = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>

/** The settings of a connection to the place, with the bank's types and the server settings given by name. */
export function connectionTo(place: DatabasePlace, settings: Record<string, string>): pg.ClientConfig {
  const own = startupOptions({ TimeZone: 'UTC', ...settings })
  return { keepAlive: true, application_name: 'truepenny', types: bankTypes, ...withOptions(place, own) }
}

/** `pg` lets an address's own `options` win over ours, so they are joined there. */
function withOptions(place: DatabasePlace, own: string): pg.ClientConfig {
  if (place.connectionString === undefined) return { ...place, options: own }
  const url = new URL(place.connectionString)
  const given = url.searchParams.get('options')
  url.searchParams.delete('options')
  return { ...place, connectionString: url.href, options: given === null ? own : `${given} ${own}` }
}

/** Server settings by name, as the connection's start names them. */
export function startupOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
