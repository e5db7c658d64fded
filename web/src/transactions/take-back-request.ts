import { endpoints } from '@bank/contract/endpoints'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import type { AccountChoice } from '../api/chosen-account.ts'

/** Takes a transfer back and says so. The same `changeId` takes it back once. */
export function takeBack(id: string, account: AccountChoice, changeId: string): Promise<unknown> {
  const request = { params: { id }, query: { account }, body: { changeId } }
  return announce(call(endpoints.takeBackTransfer, request), texts, `taking back ${id}`)
}

const texts = {
  busy: 'Taking the transfer back...',
  done: 'Transfer taken back',
  failed: 'The transfer was not taken back',
}
