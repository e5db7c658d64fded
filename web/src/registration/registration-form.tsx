import { accountTypes, currencyOptions, employmentStatuses, genders } from '@bank/contract/option-lists'
import { linkTo } from '@bank/contract/pages'
import { pinHint } from '@bank/contract/pins/new-pin'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { accountTypeHints } from '../accounts/account-type-hints.ts'
import { EmailInput } from '../email-changes/email-input.tsx'
import { NewPinInput } from '../pins/new-pin-input.tsx'
import { Input } from '../ui/input.tsx'
import { pressEnded } from '../ui/press-ended.ts'
import { RadioCards } from '../ui/radio-cards.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { Select } from '../ui/select.tsx'
import { AddressInputs, PhoneInput } from './contact-fields.tsx'
import { type FieldName, labels, sections } from './registration-fields.ts'
import { loadCommonPasswords, type RegistrationForm } from './use-registration-form.ts'

/**
 * The fifteen fields in four fieldsets, all in one form, so that the browser can fill them in. A wrong field is checked again while
 * it is corrected, and the password when it is left.
 */
export function RegistrationFieldsets({
  form: { control, register, trigger, formState, setValue },
  step,
  isForStaff = false,
  belowSecrets,
}: {
  form: RegistrationForm
  /** What stands below the password and the PIN. */
  belowSecrets?: ReactNode
  /** The step that a small screen shows; without it the form has no steps. */
  step?: number
  /** True when an administrator fills in the form for the customer. */
  isForStaff?: boolean
}) {
  const { errors } = formState
  const [email, country, pin, dob] = useWatch({ control, name: ['email', 'country', 'pin', 'dob'] })
  const registered = (name: FieldName) => register(name, { onChange: () => errors[name] && trigger(name) })
  const field = (name: FieldName) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...registered(name),
  })
  const checkPassword = register('password', {
    onChange: () => errors.password && trigger('password'),
    onBlur: async ({ target }) => {
      await Promise.all([pressEnded(), loadCommonPasswords()])
      if (target.value) await trigger('password')
    },
  })
  const layout = { isForStaff, ...(step && { step }) }
  return (
    <>
      <Fieldset position={0} {...layout}>
        <Input {...field('name')} autoComplete="name" />
        <Input {...field('dob')} type="date" min="1900-01-01" autoComplete="bday" />
        <Select {...field('gender')} options={genders} placeholder="Choose" autoComplete="sex" />
        <Select {...field('employment_status')} options={employmentStatuses} placeholder="Choose" />
      </Fieldset>
      <Fieldset position={1} {...layout}>
        <div>
          <EmailInput
            {...field('email')}
            autoComplete="email"
            typed={email}
            onChoose={(meant) => setValue('email', meant, { shouldValidate: true })}
          />
          {errors.email?.type === 'email_taken' && !isForStaff && (
            <p className="text-caption">
              Is it yours?{' '}
              <Link to={linkTo('signIn')} className="text-link underline">
                Log in
              </Link>{' '}
              or{' '}
              <Link to={linkTo('resetPassword')} className="text-link underline">
                choose a new password
              </Link>
            </p>
          )}
        </div>
        <PhoneInput field={field} country={country} />
        <AddressInputs field={field} country={country} />
      </Fieldset>
      <Fieldset position={2} {...layout}>
        <Wide>
          <RadioCards
            legend={labels.accountType}
            options={accountTypes.map((option) => ({ ...option, hint: accountTypeHints[option.value] }))}
            error={errors.accountType?.message}
            {...registered('accountType')}
          />
        </Wide>
        <Wide>
          <RadioCards
            legend={labels.currency}
            options={currencyOptions}
            columns="three"
            error={errors.currency?.message}
            {...registered('currency')}
          />
        </Wide>
      </Fieldset>
      <Fieldset position={3} {...layout}>
        <SecretInput
          {...field('password')}
          {...checkPassword}
          onFocus={loadCommonPasswords}
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
        />
        <NewPinInput {...field('pin')} typed={pin} dob={dob} placeholder={pinHint} />
        {belowSecrets && <Wide>{belowSecrets}</Wide>}
      </Fieldset>
    </>
  )
}

function Fieldset({
  position,
  isForStaff,
  step,
  children,
}: {
  position: number
  isForStaff: boolean
  step?: number
  children: ReactNode
}) {
  const { title, staffTitle = title, step: ownStep } = sections[position]!
  return (
    <fieldset
      data-step={ownStep}
      className={clsx(
        'grid min-w-0 gap-field border-t pt-5 sm:grid-cols-2',
        step !== undefined && step !== ownStep && 'in-steps:hidden',
      )}
    >
      {/* A step that is opened takes the focus to its first legend. */}
      <legend tabIndex={-1} className="float-start w-full text-h2 outline-none sm:col-span-2">
        {isForStaff ? (
          staffTitle
        ) : (
          <>
            <span className={clsx('text-muted-foreground', step !== undefined && 'in-steps:hidden')}>
              {position + 1}
            </span>{' '}
            {title}
          </>
        )}
      </legend>
      {children}
    </fieldset>
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>
}
