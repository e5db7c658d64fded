import type { endpoints } from '@bank/contract/endpoints'
import type { DemoPeopleView } from '@bank/contract/sessions/view'
import type { Actor, Call } from '../call.ts'
import { Refusal } from '../refusal.ts'

/** Who can be tried in demo mode, passwords included: for whoever sits at this very machine only. */
export async function listDemoPeople(
  call: Call<typeof endpoints.listDemoPeople, Actor | null>,
): Promise<DemoPeopleView> {
  const { bank, origin } = call
  if (!bank.config.demo || !origin.isLoopback) throw new Refusal('not_found')
  return { people: bank.demoPeople }
}
