import { useSendAgain } from '../email-changes/email.ts'

/** Mails the user another link that confirms the email. */
export function SendAgainButton() {
  const { sendAgain, isPending } = useSendAgain()
  return (
    <button
      type="button"
      className="link-alone"
      aria-disabled={isPending}
      onClick={isPending ? undefined : sendAgain}
    >
      {isPending ? 'Sending…' : 'Send again'}
    </button>
  )
}
