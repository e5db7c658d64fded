import { Button } from '../ui/button.tsx'
import { useSignOut } from './sign-out.ts'

/** Ends the session. While it does, the button is disabled and says so (specification §4, Logout). */
export function LogoutButton({
  look = 'secondary',
  ...props
}: {
  look?: 'secondary' | 'quiet'
  wide?: boolean
  className?: string
}) {
  const { signOut, busy } = useSignOut()
  return (
    <Button look={look} {...props} busy={busy} busyLabel="Logging out..." onClick={signOut}>
      Logout
    </Button>
  )
}
