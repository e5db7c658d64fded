import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useFailedCheck } from './session.ts'

/**
 * Says on the sign-in page that the session could not be checked, and offers to try again. After a successful check the route
 * leads a signed-in user to the requested page.
 */
export function FailedCheck() {
  const { hasFailed, isChecking, checkAgain } = useFailedCheck()
  if (!hasFailed) return null
  return (
    <Notice tone="failed">
      <p>
        We couldn’t reach the bank to see whether you are logged in. You have not been logged out. Try again,
        or log in below.
      </p>
      <Button
        look="secondary"
        busy={isChecking}
        busyLabel="Trying again…"
        onClick={checkAgain}
        className="mt-3"
      >
        Try again
      </Button>
    </Notice>
  )
}
