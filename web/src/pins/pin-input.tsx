import { linkTo, pages } from '@bank/contract/pages'
import { pinHint } from '@bank/contract/pins/new-pin'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { SecretInput } from '../ui/secret-input.tsx'

/** The field of the PIN, with the way to a new one below it. */
export function PinInput(field: ComponentProps<typeof SecretInput>) {
  return (
    <div className="grid content-start">
      <SecretInput {...field} hint={pinHint} inputMode="numeric" autoComplete="off" />
      <Link to={linkTo('recoverPin')} className="link-alone justify-self-start">
        {pages.recoverPin.title}
      </Link>
    </div>
  )
}
