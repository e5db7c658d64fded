import type { endpoints } from '@bank/contract/endpoints'
import type { SupportMessagePage } from '@bank/contract/support/view'
import type { Call } from '../call.ts'
import { findSupportMessages, referenceOf } from './support-message.ts'

/** A page of the messages to support, newest first, for administrators (departure 19). */
export async function listSupportMessages({
  bank: { db },
  query: { state, limit, cursor },
}: Call<typeof endpoints.listSupportMessages>): Promise<SupportMessagePage> {
  // One more row shows whether there is a next page.
  const found = await findSupportMessages(db, { state, after: cursor, limit: limit + 1 })
  const messages = found.slice(0, limit)
  return {
    messages: messages.map(({ userId, userName, createdAt, answeredAt, ...message }) => ({
      ...message,
      reference: referenceOf(message.id),
      user: userId === null ? null : { id: userId, name: userName ?? '' },
      createdAt: createdAt.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
    })),
    nextCursor: found.length > messages.length ? messages.at(-1)!.id : null,
  }
}
