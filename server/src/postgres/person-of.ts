/** A user, as rows name one. */
export type Person = { readonly id: string; readonly name: string }

/** SQL for the user that is joined under an alias; null where none is joined. */
export function personOf(alias: string): string {
  return `case when ${alias}.id is not null then jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`
}
