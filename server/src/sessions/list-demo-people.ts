import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'

/** The demo people with their passwords. Only in demo mode, and only for requests from this machine. */
export const listDemoPeople: Verb<'listDemoPeople'> = async ({ bank, origin }) => {
  if (!bank.config.demo || !origin.isLoopback) throw new Refusal('not_found')
  return { people: bank.demoPeople }
}
