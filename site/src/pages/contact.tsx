import { contacts, event, registration, sheetOf } from '../content';
import * as texts from '../texts';
import { phoneLink } from '../ui/phone-link';
import { SectionTitle } from '../ui/section-title';
import { SheetTitle } from '../ui/sheet-title';
import styles from './contact.module.css';

export default function Contact() {
  const { intro, cities } = contacts!;
  const { privacy_email: privacy } = event.organiser;
  return (
    <div className="page">
      <SheetTitle {...sheetOf('/contact')} lead={intro} />
      <div className={styles.cities}>
        {cities.map(({ venue, city, contacts: desks }) => {
          const place = event.venues.find(({ id }) => id === venue);
          return (
            <section key={venue} aria-labelledby={venue}>
              <SectionTitle id={venue}>{city}</SectionTitle>
              {place?.address && (
                <p className={styles.address}>{place.map ? <a href={place.map}>{place.address}</a> : place.address}</p>
              )}
              {desks.map(({ kind, title, name, phone, email }) => (
                <div key={kind} className={styles.desk}>
                  <h3>{title}</h3>
                  <p>{name}</p>
                  {phone && (
                    <p>
                      <a href={phoneLink(phone)} className="target">
                        {phone}
                      </a>
                    </p>
                  )}
                  {email && (
                    <p>
                      <a href={`mailto:${email}`} className="target">
                        {email}
                      </a>
                    </p>
                  )}
                </div>
              ))}
            </section>
          );
        })}
      </div>
      <section className={styles.privacy} aria-labelledby="personal-data">
        <SectionTitle id="personal-data">{texts.personalData}</SectionTitle>
        <p>
          {texts.personalDataRights(registration.fields.some(({ name }) => name === 'aadharUrl'))}
          <a href={`mailto:${privacy}`}>{privacy}</a>.
        </p>
      </section>
    </div>
  );
}
