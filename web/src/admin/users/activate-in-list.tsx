import type { UserCardView } from '@bank/contract/admin/users/view'
import { isStaff } from '@bank/contract/roles/role'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { useMay } from '../use-may.ts'
import type { Activations } from './use-activations.ts'

/** Activates the account of a user in a list, where it waits for that. No member of staff activates their own, and only some roles that of staff. */
export function ActivateButton({
  user,
  activations: { activate, pending },
}: {
  user: UserCardView
  activations: Activations
}) {
  const isOwn = useSignedIn().user.id === user.id
  const may = useMay()
  const isOffered = may('activate') && (!isStaff(user.role) || may('give_roles'))
  if (user.state !== 'waiting' || isOwn || !isOffered) return null
  return (
    <Button
      look="secondary"
      busy={pending?.some(({ id }) => id === user.id) ?? false}
      busyLabel="Activating..."
      aria-label={`Activate ${user.name}`}
      onClick={() => activate([user])}
      className="relative z-10"
    >
      Activate
    </Button>
  )
}
