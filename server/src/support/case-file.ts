import { caseBytesMax, caseFilesMax } from '@bank/contract/support/case-file'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import type { CaseEntry } from './case-entry.ts'
import type { CaseFileType } from './case-file-type.ts'

/** A file of an entry. */
type CaseFile = {
  readonly id: string
  readonly entryId: string
  readonly name: string
  readonly type: CaseFileType
  readonly bytes: Uint8Array
}

type LockedEntry = Pick<CaseEntry, 'caseId' | 'side' | 'authorId'> & {
  readonly writtenAt: Date
  /** The customer of the case; null for a visitor. */
  readonly userId: string | null
}

/** Reads an entry, and locks its case: files of one case are stored one after the other. Undefined when there is no such entry. */
export async function lockEntry(connection: PoolClient, id: string): Promise<LockedEntry | undefined> {
  const { rows } = await connection.query<LockedEntry>(
    `select e.case_id as "caseId", e.side, e.author_id as "authorId", e.written_at as "writtenAt", c.user_id as "userId"
       from case_entries e join cases c on c.id = e.case_id
      where e.id = $1
        for no key update of c`,
    [id],
  )
  return rows[0]
}

/** Stores a file. Returns false for a repeat under the same id. Throws `id_reused` when another file has the id. */
export async function insertFile(connection: PoolClient, file: CaseFile, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into case_files (id, entry_id, name, type, bytes, added_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing`,
    [file.id, file.entryId, file.name, file.type, file.bytes, now],
  )
  if (rowCount === 1) return true
  const same = await connection.query(
    'select from case_files where id = $1 and entry_id = $2 and name = $3 and type = $4 and bytes = $5',
    [file.id, file.entryId, file.name, file.type, file.bytes],
  )
  if (same.rowCount === 0) throw new Refusal('id_reused')
  return false
}

/** Whether a case, which is locked, has more files than it can have. */
export async function hasTooManyFiles(connection: PoolClient, caseId: string): Promise<boolean> {
  const { rows } = await connection.query<{ isOver: boolean }>(
    `select count(*) > $2 or sum(octet_length(f.bytes)) > $3 as "isOver"
       from case_files f join case_entries e on e.id = f.entry_id
      where e.case_id = $1`,
    [caseId, caseFilesMax, caseBytesMax],
  )
  return rows[0]!.isOver
}

/** A file of a case of this reader, without those of notes, or, for a reader of all cases, of the case of another. */
export async function findFile(
  db: Connection,
  id: string,
  { readerId, mayReadAll }: { readerId: string; mayReadAll: boolean },
): Promise<Pick<CaseFile, 'name' | 'bytes'> | undefined> {
  const { rows } = await db.query<{ name: string; bytes: Buffer }>(
    `select f.name, f.bytes
       from case_files f
       join case_entries e on e.id = f.entry_id
       join cases c on c.id = e.case_id
      where f.id = $1
        and case when c.user_id = $2 then e.side <> 'note' else $3::boolean end`,
    [id, readerId, mayReadAll],
  )
  return rows[0]
}
