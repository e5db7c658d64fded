import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../bank-command.ts'

/** What a run replaces in the files of `deploy/patroni`. */
export type Place = {
  /** The addresses of the three members. */
  readonly addresses: readonly string[]
  /** The folder of their data. */
  readonly folder: string
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
  /** The path of the socket on which HAProxy listens. */
  readonly socketPath: string
}

export const memberNames = ['member-1', 'member-2', 'member-3'] as const

/** Writes the files of `deploy/patroni` into the place's folder, with its addresses and paths in place of theirs. */
export function writeConfiguration(place: Place): void {
  const from = join(root, 'deploy/patroni')
  for (const file of readdirSync(from)) {
    writeFileSync(join(place.folder, file), adapt(readFileSync(join(from, file), 'utf8'), place))
  }
}

/** The environment of a member's etcd and Patroni, from its file in the folder. */
export function readMemberSettings(folder: string, member: string): Record<string, string> {
  const lines = readFileSync(join(folder, `${member}.env`), 'utf8').split('\n')
  return Object.fromEntries(
    lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
}

function adapt(text: string, { addresses, folder, postgres, socketPath }: Place): string {
  const own = text
    .replaceAll('127.0.0.1:5000', `unix@${socketPath} mode 600`)
    .replaceAll('/var/lib/truepenny-cluster', folder)
    .replaceAll('/usr/lib/postgresql/15/bin', postgres)
    // The run cuts the wire of the bank between two messages, which TLS would hide.
    .replace('hostssl all ', 'host all ')
  return addresses.reduce(
    (adapted, address, index) => adapted.replaceAll(`127.0.0.1${index + 1}`, address),
    own,
  )
}
