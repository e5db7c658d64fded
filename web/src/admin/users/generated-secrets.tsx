import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { publicConfig } from '../../public-config.ts'
import type { RegistrationForm } from '../../registration/use-registration-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { Fact } from '../../ui/fact.tsx'
import { randomPassword, randomPin } from './random-secrets.ts'

/** Fills in a temporary password and PIN, and shows them on a slip to print, which nothing keeps. */
export function GeneratedSecrets({ form: { control, setValue } }: { form: RegistrationForm }) {
  const [generated, setGenerated] = useState<{ password: string; pin: string }>()
  const [isShown, setShown] = useState(false)
  const [password, pin] = useWatch({ control, name: ['password', 'pin'] })
  function generate() {
    const secrets = { password: randomPassword(), pin: randomPin() }
    setValue('password', secrets.password, { shouldValidate: true })
    setValue('pin', secrets.pin, { shouldValidate: true })
    setGenerated(secrets)
  }
  // What was typed over them would be missing on the slip.
  const isCurrent = generated !== undefined && generated.password === password && generated.pin === pin
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="secondary" onClick={generate}>
        Generate
      </Button>
      <p role="status" className="text-table text-muted-foreground">
        {isCurrent ? 'A new password and PIN are filled in.' : 'Fills in a random password and PIN.'}
      </p>
      {isCurrent && (
        <Button look="quiet" onClick={() => setShown(true)}>
          Print slip
        </Button>
      )}
      <Dialog open={isShown} onClose={() => setShown(false)} title="Slip for the customer">
        {generated && <Slip {...generated} control={control} />}
      </Dialog>
    </div>
  )
}

function Slip({
  password,
  pin,
  control,
}: {
  password: string
  pin: string
  control: RegistrationForm['control']
}) {
  const [name, email] = useWatch({ control, name: ['name', 'email'] })
  return (
    <div className="print-alone grid gap-field">
      <p>
        {publicConfig.bankName} has opened an account for you. Log in with this email and password. Both the
        password and the PIN are temporary: they expire after 7 days, and you choose new ones when you first
        log in.
      </p>
      <dl className="grid gap-3">
        {name && (
          <Fact name="Name">
            <bdi>{name}</bdi>
          </Fact>
        )}
        {email && (
          <Fact name="Email">
            <bdi>{email}</bdi>
          </Fact>
        )}
        <Fact name="Password">
          <code>{password}</code>
        </Fact>
        <Fact name="Transaction PIN">
          <code>{pin}</code>
        </Fact>
      </dl>
      <div className="no-print flex justify-end">
        <Button onClick={() => window.print()}>Print</Button>
      </div>
    </div>
  )
}
