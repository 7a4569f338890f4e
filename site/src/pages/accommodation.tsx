import { accommodation, event, sheetOf } from '../content';
import * as texts from '../texts';
import type { CityHotels } from '../types/content.gen';
import { Facts } from '../ui/facts';
import { SectionTitle } from '../ui/section-title';
import { SheetTitle } from '../ui/sheet-title';
import styles from './accommodation.module.css';

export default function Accommodation() {
  const { intro, cities, notes } = accommodation!;
  return (
    <div className={`page ${styles.sections}`}>
      <SheetTitle {...sheetOf('/accommodation')} lead={intro}>
        {cities.length > 1 && (
          <nav aria-label={texts.cities} className={`cluster ${styles.cities}`}>
            {cities.map(({ venue, city, hotels }) => (
              <a key={venue} href={`#${venue}`}>
                {city} <span>{texts.hotels(hotels.length)}</span>
              </a>
            ))}
          </nav>
        )}
      </SheetTitle>
      {cities.map((city) => (
        <City key={city.venue} city={city} notAnnounced={accommodation!.not_announced} />
      ))}
      {notes && <Facts className={styles.notes} of={notes.map(({ title, text }) => [title, text])} />}
    </div>
  );
}

function City({ city, notAnnounced }: { city: CityHotels; notAnnounced: string | undefined }) {
  const venue = event.venues.find(({ id }) => id === city.venue);
  const blank = blankOf(city);
  return (
    <section aria-labelledby={city.venue}>
      <SectionTitle id={city.venue} note={texts.checkInAndOut(city.display_check_in, city.display_check_out)}>
        {city.city}
      </SectionTitle>
      {city.venue_rooms && (
        <div className={styles.venue}>
          <h3>{texts.roomsAtVenue}</h3>
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
      {blank.columns > 0 && <p className={styles.announced}>{notAnnounced}</p>}
      <table className={styles.table}>
        <caption className="unseen">{texts.hotelsIn(city.city, venue?.name || city.city)}</caption>
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
          {city.hotels.map((hotel, row) => (
            <tr key={hotel.hotelName}>
              {columns.map(({ key, label }, column) => {
                if (column === 0)
                  return (
                    <th key={key} scope="row">
                      {hotel[key]}
                    </th>
                  );
                if (column === blank.from && row === 0 && blank.columns > 0)
                  return (
                    <td key={key} className={styles.blank} colSpan={blank.columns} rowSpan={city.hotels.length}>
                      <span>{notAnnounced}</span>
                    </td>
                  );
                if (column >= blank.from && column < blank.from + blank.columns) return null;
                return (
                  <td key={key} data-label={label} data-empty={hotel[key] ? undefined : ''}>
                    {hotel[key] || '–'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Finds adjacent columns that are empty for all hotels in the city. One cell with a sentence replaces them. */
function blankOf({ hotels }: CityHotels): { from: number; columns: number } {
  const unsaid = columns.map(({ key }) => hotels.every((hotel) => !hotel[key]));
  const from = unsaid.indexOf(true);
  const rest = unsaid.slice(from);
  return from < 0 ? { from, columns: 0 } : { from, columns: rest.includes(false) ? rest.indexOf(false) : rest.length };
}

type Column = 'hotelName' | 'totalRooms' | 'tentativeTariff' | 'travelTimeToVenue' | 'distanceToVenue' | 'pickUpDrop';

/** Source: specification section 2. */
const columns: { key: Column; label: string }[] = [
  { key: 'hotelName', label: texts.hotelName },
  { key: 'totalRooms', label: texts.totalRooms },
  { key: 'tentativeTariff', label: texts.tentativeTariff },
  { key: 'travelTimeToVenue', label: texts.travelTimeToVenue },
  { key: 'distanceToVenue', label: texts.distanceToVenue },
  { key: 'pickUpDrop', label: texts.pickUpDrop },
];
