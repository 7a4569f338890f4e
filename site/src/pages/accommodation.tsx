import { accommodation, event, sheetOf } from '../content';
import type { CityHotels } from '../types/content.gen';
import { SectionTitle } from '../ui/section-title';
import { SheetTitle } from '../ui/sheet-title';
import styles from './accommodation.module.css';

export default function Accommodation() {
  const sheet = sheetOf('/accommodation');
  return (
    <div className={`page ${styles.sections}`}>
      <SheetTitle number={sheet?.number} title={sheet?.title ?? ''} lead={accommodation.intro}>
        <nav aria-label="Cities" className={styles.cities}>
          {accommodation.cities.map(({ venue, city, hotels }) => (
            <a key={venue} href={`#${venue}`}>
              {city} <span>{hotels.length} hotels</span>
            </a>
          ))}
        </nav>
      </SheetTitle>
      {accommodation.cities.map((city) => (
        <City key={city.venue} city={city} />
      ))}
      {accommodation.notes && (
        <dl className={styles.notes}>
          {accommodation.notes.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function City({ city }: { city: CityHotels }) {
  const venue = event.venues.find(({ id }) => id === city.venue);
  return (
    <section aria-labelledby={city.venue}>
      <SectionTitle
        id={city.venue}
        note={
          <>
            Check-in {city.display_check_in}, check-out {city.display_check_out}
          </>
        }
      >
        {city.city}
      </SectionTitle>
      {city.venue_rooms && (
        <div className={styles.venue}>
          <h3>Rooms at the venue</h3>
          <dl>
            {city.venue_rooms.map(({ kind, rooms, display_tariff }) => (
              <div key={kind}>
                <dt>
                  <strong>{rooms}</strong> {kind}
                </dt>
                <dd>{display_tariff}</dd>
              </div>
            ))}
          </dl>
          {city.venue_rooms_note && <p>{city.venue_rooms_note}</p>}
        </div>
      )}
      <table className={styles.table}>
        <caption className="unseen">
          Hotels in {city.city}, distances to {venue?.name}
        </caption>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {city.hotels.map((hotel) => (
            <tr key={hotel.hotelName}>
              {columns.map(({ key, label }, column) =>
                column === 0 ? (
                  <th key={key} scope="row">
                    {hotel[key]}
                  </th>
                ) : (
                  <td key={key} data-label={label}>
                    {hotel[key]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Column = 'hotelName' | 'totalRooms' | 'tentativeTariff' | 'travelTimeToVenue' | 'distanceToVenue' | 'pickUpDrop';

/** The columns of the table. Source: specification section 2. */
const columns: { key: Column; label: string }[] = [
  { key: 'hotelName', label: 'Hotel name' },
  { key: 'totalRooms', label: 'Total rooms' },
  { key: 'tentativeTariff', label: 'Tentative tariff' },
  { key: 'travelTimeToVenue', label: 'Travel time to venue' },
  { key: 'distanceToVenue', label: 'Distance to venue' },
  { key: 'pickUpDrop', label: 'Pick-up/drop' },
];
