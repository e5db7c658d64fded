import type { UserCardView } from '@bank/contract/admin/users/view'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Activations } from './use-activations.ts'

/** Activates the account of a user in a list, where it waits for that. Nobody activates their own. */
export function ActivateButton({
  user,
  activations: { activate, pending },
}: {
  user: UserCardView
  activations: Activations
}) {
  const isOwn = useSignedIn().user.id === user.id
  if (user.state !== 'waiting' || isOwn) return null
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
