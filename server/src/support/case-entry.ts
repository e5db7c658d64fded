import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { type Person, personOf } from '../postgres/person-of.ts'
import { Refusal } from '../refusal.ts'

/** Who wrote an entry of a case. `note`: staff, for each other; the customer never sees it. */
export type EntrySide = 'customer' | 'bank' | 'note'

/** An entry of a case. `authorId` is null when the sender was not signed in. */
export type CaseEntry = {
  readonly id: string
  readonly caseId: string
  readonly side: EntrySide
  readonly authorId: string | null
  readonly text: string
}

// Notes included: enough for months, and few enough to be read at once.
const entriesMax = 100

/**
 * Stores an entry of a case, which is locked or new. Returns false for a repeat under the same id. Throws `id_reused` when another entry
 * has the id, and `case_full`.
 */
export async function insertEntry(
  connection: PoolClient,
  { id, caseId, side, authorId, text, now }: CaseEntry & { readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into case_entries (id, case_id, side, author_id, text, written_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing`,
    [id, caseId, side, authorId, text, now],
  )
  if (rowCount === 0) {
    await requireSameEntry(connection, { id, caseId, side, authorId, text })
    return false
  }
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::integer as count from case_entries where case_id = $1',
    [caseId],
  )
  if (rows[0]!.count > entriesMax) throw new Refusal('case_full', { most: entriesMax })
  return true
}

/** Throws `id_reused` unless an entry with these contents is stored under its id. */
export async function requireSameEntry(
  db: Connection,
  { id, caseId, side, authorId, text }: CaseEntry,
): Promise<void> {
  const { rowCount } = await db.query(
    `select from case_entries
      where id = $1 and case_id = $2 and side = $3 and author_id is not distinct from $4 and text = $5`,
    [id, caseId, side, authorId, text],
  )
  if (rowCount === 0) throw new Refusal('id_reused')
}

type ReadEntry = Pick<CaseEntry, 'id' | 'caseId' | 'side' | 'text'> & {
  readonly at: Date
  readonly by: Person | null
  readonly files: { id: string; name: string; size: number }[]
}

/** The entries of cases with their files, oldest first: with the notes, or without them, as customers read their own cases. */
export async function findEntries(
  db: Connection,
  caseIds: readonly string[],
  { withNotes }: { withNotes: boolean },
): Promise<ReadEntry[]> {
  const { rows } = await db.query<ReadEntry>(
    `select e.id, e.case_id as "caseId", e.side, e.text, e.written_at as at,
            ${personOf('w')} as by,
            coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', octet_length(f.bytes))
                                       order by f.added_at, f.id)
                        from case_files f where f.entry_id = e.id), '[]') as files
       from case_entries e
       left join users w on w.id = e.author_id
      where e.case_id = any ($1::uuid[]) and ($2 or e.side <> 'note')
      order by e.written_at, e.id <> e.case_id, e.id`,
    [caseIds, withNotes],
  )
  return rows
}
