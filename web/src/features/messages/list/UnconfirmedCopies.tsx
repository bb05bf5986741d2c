import { Card } from '../../../ui/Card.tsx'
import { DeliveryRow } from '../deliveries/DeliveryRow.tsx'
import { useDeliveries } from '../queries.ts'

/** The unconfirmed copies of a message, with the buttons that settle them. */
export default function UnconfirmedCopies({ messageId }: { messageId: string }) {
  const deliveries = useDeliveries(messageId, 'unconfirmed').data
  if (!deliveries?.length) return null
  return (
    <Card aria-label="May have been sent" className="max-w-xl">
      <ul>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  )
}
