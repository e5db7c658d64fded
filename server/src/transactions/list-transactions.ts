import type { Verb } from '../call.ts'
import { readHistoryPage } from './history-page.ts'

/** A page of the caller's filtered history, newest first. */
export const listTransactions: Verb<'listTransactions'> = ({ bank, actor, query }) => {
  return readHistoryPage(bank, actor.account.id, query)
}
