import type { Release, Rows, Snapshot } from '@bank/ledger/snapshot'
import { timestampArray, uuidArray } from '../../postgres/binary-array.ts'
import type { Connection } from '../../postgres/database.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

type ReleaseRow = { transaction_id: string; release_at_ms: bigint | null; released_at_ms: bigint | null }

export const readReleases: Statement<ReleaseRow> = {
  name: 'books-read-releases',
  text: `
  select transaction_id, (${milliseconds('release_at')})::bigint as release_at_ms,
         (${milliseconds('released_at')})::bigint as released_at_ms
    from releases
   where transaction_id = any($1::uuid[])`,
}

export function releasesIn(rows: readonly ReleaseRow[]): Snapshot['releases'] {
  return new Map(
    rows.map(({ transaction_id, release_at_ms, released_at_ms }): [string, Release] => [
      transaction_id,
      { releaseAt: numberOf(release_at_ms), releasedAt: numberOf(released_at_ms) },
    ]),
  )
}

export const writeReleases: Statement = {
  name: 'books-write-releases',
  text: `
  insert into releases (transaction_id, release_at, released_at)
  select unnest($1::uuid[]), unnest($2::timestamptz[]), unnest($3::timestamptz[])
      on conflict (transaction_id) do update set release_at = excluded.release_at, released_at = excluded.released_at`,
}

export function releaseValues({ releases }: Rows): Buffer[] {
  return [
    uuidArray(releases.map(({ transactionId }) => transactionId)),
    timestampArray(releases.map(({ releaseAt }) => releaseAt)),
    timestampArray(releases.map(({ releasedAt }) => releasedAt)),
  ]
}

/** The release of a transaction that has an undo time, without a lock. */
export async function findRelease(db: Connection, transactionId: string): Promise<Release | undefined> {
  const { rows } = await db.query<ReleaseRow>({ ...readReleases, values: [[transactionId]] })
  return releasesIn(rows).get(transactionId)
}

function numberOf(moment: bigint | null): number | null {
  return moment === null ? null : Number(moment)
}
