import type { Connection } from '../postgres/database.ts'
import type { DerivedKeys } from './derive-keys.ts'

/** How many rows depend on which SECRET_KEY. */
export type KeyUse = {
  /** What the rows are, in words. */
  readonly what: string
  readonly current: number
  readonly previous: number
  /** Under a key that is neither: they are of no use any more. */
  readonly other: number
}

/** Counts the rows that depend on a SECRET_KEY, by key. Reads each of the tables once. */
export async function countKeyUse(db: Connection, { id, previousId }: DerivedKeys): Promise<KeyUse[]> {
  const { rows } = await db.query<{ what: string; current: bigint; previous: bigint; other: bigint }>(
    `with first as (select key_id from secret_keys where number = 1),
          used as (
            select 1 as place, 'passwords' as what, ${keyInText('password_hash')} as key_id from users
            union all
            select 2, 'PINs', key_id from pins
            union all
            select 3, 'passcode', ${keyInText('value')} from settings where key = 'passcode'
            union all
            select 4, 'authenticators', key_id from authenticators
            union all
            select 5, 'unused recovery codes', key_id from recovery_codes where used_at is null
          ), named as (
            select place, what, coalesce(used.key_id, (select key_id from first)) as key_id from used
          ), kinds (place, what) as (
            values (1, 'passwords'), (2, 'PINs'), (3, 'passcode'), (4, 'authenticators'), (5, 'unused recovery codes')
          )
     select what,
            count(*) filter (where key_id = $1)                                                 as current,
            count(*) filter (where key_id = $2)                                                 as previous,
            count(*) filter (where key_id is distinct from $1 and key_id is distinct from $2
                               and named.place is not null)                                     as other
       from kinds left join named using (place, what)
      group by place, what
      order by place`,
    [id, previousId ?? null],
  )
  return rows.map(({ what, current, previous, other }) => ({
    what,
    current: Number(current),
    previous: Number(previous),
    other: Number(other),
  }))
}

/** The identifier in a stored password's own text; null for the first key, which is written as 1. */
function keyInText(column: string): string {
  return `nullif(substring(${column} from '[$]pepper=([0-9a-f]+)[$]'), '1')`
}
