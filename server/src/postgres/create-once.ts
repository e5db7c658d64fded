import type pg from 'pg'

/**
 * Runs the statement that creates the table or index `name`, unless it is there. Takes no lock and needs no right to create when
 * it is there. Safe when several processes do it at once: `if not exists` alone is not, as the later one fails on a unique index
 * of the catalog after the earlier one's commit.
 */
export async function createOnce(client: pg.Client, name: string, statement: string): Promise<void> {
  if (await exists(client, name)) return
  try {
    await client.query(statement)
  } catch (error) {
    if (!(await exists(client, name))) throw error
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    name,
  ])
  return rows[0]!.exists
}
