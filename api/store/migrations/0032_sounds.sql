-- The texts by which a registration is found now hold how its names sound (domain.SoundOf); the step of this name writes them again.
SELECT 1;
