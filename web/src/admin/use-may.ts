import { hasRight, type Right } from '@bank/contract/roles/rights'
import { mayOpen } from '@bank/contract/roles/staff-pages'
import { useSignedIn } from '../sessions/session.ts'

/** Whether the role of the signed-in member of staff has a right: what it has not is not offered. The server decides. */
export function useMay(): (right: Right) => boolean {
  const { role } = useSignedIn().user
  return (right) => hasRight(role, right)
}

/** Whether the role may open the page of an address. */
export function useMayOpen(): (address: string) => boolean {
  const { role } = useSignedIn().user
  return (address) => mayOpen(role, address.replace(/\?.*/, ''))
}
