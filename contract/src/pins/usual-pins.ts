/** The twenty PINs that people choose most often: more than a quarter of all PINs of four digits. */
const usualPins: readonly string[] = [
  ...['1234', '1111', '0000', '1212', '7777', '1004', '2000', '4444', '2222', '6969'],
  ...['9999', '3333', '5555', '6666', '1122', '1313', '8888', '4321', '2001', '1010'],
]

export const usualPinReason = 'Many people use this PIN. Choose one that is harder to guess'

export function isUsualPin(pin: string): boolean {
  return usualPins.includes(pin)
}
