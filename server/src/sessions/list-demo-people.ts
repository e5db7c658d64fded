import type { endpoints } from '@bank/contract/endpoints'
import type { DemoPeopleView } from '@bank/contract/sessions/view'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'

/** The demo people with their passwords. Only in demo mode, and only for requests from this machine. */
export async function listDemoPeople(call: Call<typeof endpoints.listDemoPeople>): Promise<DemoPeopleView> {
  const { bank, origin } = call
  if (!bank.config.demo || !origin.isLoopback) throw new Refusal('not_found')
  return { people: bank.demoPeople }
}
