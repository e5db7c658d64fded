import { linkTo } from '@bank/contract/pages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsHydrated } from '../ui/is-hydrated.ts'
import { type FieldName, stepCount, stepFields } from './registration-fields.ts'
import type { RegistrationForm } from './use-registration-form.ts'

export type RegistrationSteps = ReturnType<typeof useRegistrationSteps>

/**
 * The steps of the registration on a small screen, of which the URL has the present one (`?step=2`). All fields stay in one form;
 * the styles hide those of the other steps.
 */
export function useRegistrationSteps({ trigger, setFocus, getValues }: RegistrationForm) {
  const { search } = useLocation()
  const navigate = useNavigate()
  // The server renders the first step for every visitor.
  const isHydrated = useIsHydrated()
  const requested = Math.trunc(Number(new URLSearchParams(search).get('step'))) || 1
  const step = isHydrated ? Math.min(Math.max(requested, 1), stepCount) : 1
  const [wanted, setWanted] = useState<FieldName>()
  const start = useRef<HTMLFormElement>(null)

  const goTo = (next: number) => navigate(linkTo('register', next === 1 ? {} : { step: String(next) }))

  // A reload loses what was typed, and the first step is open again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the page is opened.
  useEffect(() => {
    const typed = getValues()
    const isTyped = stepFields.slice(0, requested - 1).every((fields) => fields.every((name) => typed[name]))
    if (!isTyped) navigate(linkTo('register'), { replace: true })
  }, [])

  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (!areInUse()) return
    if (wanted) {
      setFocus(wanted)
      return setWanted(undefined)
    }
    const legend = start.current?.querySelector<HTMLElement>(`[data-step="${step}"] legend`)
    legend?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step, wanted, setFocus])

  /** Goes on to the next step, or to the first field of this one that is wrong. */
  async function next() {
    if (await trigger([...stepFields[step - 1]!], { shouldFocus: true })) goTo(step + 1)
  }

  return {
    step,
    start,
    next,
    back: () => goTo(step - 1),
    /** Shows the step of a field, and moves the focus to it. */
    lead(name: string) {
      const position = stepFields.findIndex((fields) => fields.some((field) => field === name))
      if (position < 0 || position === step - 1) return
      setWanted(name as FieldName)
      goTo(position + 1)
    },
    /** Submits the form, or goes on to the next step: the Enter key submits a form in any of its fields. */
    submit(send: (event: FormEvent) => unknown) {
      return (event: FormEvent) => {
        if (step === stepCount || !areInUse()) return send(event)
        event.preventDefault()
        return next()
      }
    },
  }
}

/** Whether the screen shows one step at a time: the condition of the styles' variant `in-steps`. */
function areInUse(): boolean {
  return matchMedia('(width < 48.125rem) and (scripting: enabled)').matches
}
