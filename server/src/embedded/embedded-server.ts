import type { DatabaseAddress } from '../postgres/database-address.ts'
import type { Cluster } from './cluster.ts'

/** An embedded PostgreSQL: its files, its program and how it is reached. */
export type EmbeddedServer = {
  readonly cluster: Cluster
  readonly postgres: string
  readonly settings: Readonly<Record<string, string>>
  readonly socketDirectory: string
  /** Its maintenance database, which always exists. */
  readonly address: DatabaseAddress
}
